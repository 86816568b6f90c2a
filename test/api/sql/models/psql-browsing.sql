-- What people browse with. Sizes, and the attributes of roles, are not those of the real tables.
\d
\dt
\dt+
\dt *.fl*
\d flights
\d+ flights
\d+ airports
\d flights_pkey
\d datasets.*
\d nothing
\d "origin"
\df
\df+ abs
\sf abs
\dn
\dn+
\dv
\dv pg_catalog.pg_ta*
\di
\di+
\dx
\dT
\dp
\z flights
\ddp
\da max
\do =
\dO pg_catalog.C*
\db
\dc
\dD
\des
\dF
\dL
\dm
\dP
\drds
\dRp
\ds
\dy
\dd
\dl
\dC numeric
\dS pg_am
\sv pg_tables
