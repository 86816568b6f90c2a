-- The CRC-32 of a snapshot's file, as eight hexadecimal digits; null for one that was stored before.
alter table datasets add column crc32 text;
