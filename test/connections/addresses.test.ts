import {describe, expect, test} from "bun:test";
import {networkOf} from "../../shared/core/network.ts";
import {isAllowedHost, isPrivateAddress, refusedAddress} from "../../shared/tenancy/connections/addresses.ts";

describe("an IPv4 address inside an IPv6 one is judged by the IPv4 address", () => {
  /** Every form of 169.254.169.254, written down by hand. */
  test.each([
    "169.254.169.254",
    "::a9fe:a9fe",
    "::169.254.169.254",
    "::ffff:a9fe:a9fe",
    "::ffff:169.254.169.254",
    "0:0:0:0:0:FFFF:A9FE:A9FE",
    "::ffff:0:a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::a9fe:a9fe",
    "64:ff9b:1:ffff::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "2002:a9fe:a9fe::1",
    "2002:a9fe:a9fe:1234:5678:9abc:def0:1234",
    "2001::5601:5601",
    "2001:0:4136:e378:8000:63bf:5601:5601",
    "2001:db8::5efe:a9fe:a9fe",
    "2001:db8::200:5efe:169.254.169.254",
    "::ffff:169.254.169.254%eth0",
  ])("%s is link-local", address => {
    expect(refusedAddress(address)).toBe("a link-local address");
  });

  test.each([
    "10.1.2.3",
    "::10.1.2.3",
    "::ffff:10.1.2.3",
    "64:ff9b::a01:203",
    "2002:a01:203::1",
    "2001::f5fe:fdfc",
    "127.0.0.1",
    "::1",
    "::7f00:1",
    "fd12::1",
    "fc00::1%1",
    "172.31.255.255",
    "100.64.0.1",
  ])("%s is private", address => {
    expect(isPrivateAddress(address)).toBe(true);
    expect(refusedAddress(address)).toBeUndefined();
  });

  test.each([
    "8.8.8.8",
    "::8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
    "2001::f7f7:f7f7",
    "2001:4860:4860::8888",
    "172.32.0.1",
    "100.128.0.1",
  ])("%s is public", address => {
    expect(isPrivateAddress(address)).toBe(false);
    expect(refusedAddress(address)).toBeUndefined();
  });

  test.each([
    "0.0.0.0",
    "::",
    "::ffff:0.0.0.0",
    "::0.1.2.3",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "fd00:ec2::254",
    "255.255.255.255",
    "no address",
  ])("%s can be no warehouse", address => {
    expect(refusedAddress(address)).toBeString();
  });
});

test("an operator's list allows the addresses that it names, in every notation", () => {
  expect(isAllowedHost(["10.0.0.0/8"], "db", "::ffff:10.1.2.3")).toBe(true);
  expect(isAllowedHost(["10.0.0.0/8"], "db", "2002:a01:203::1")).toBe(true);
  expect(isAllowedHost(["10.1.2.3"], "db", "::10.1.2.3")).toBe(true);
  expect(isAllowedHost(["::ffff:10.1.2.3"], "db", "10.1.2.3")).toBe(true);
  expect(isAllowedHost(["2001:db8::/32"], "db", "2001:db8::1")).toBe(true);
  expect(isAllowedHost(["DB.example"], "db.EXAMPLE", "10.1.2.3")).toBe(true);
  expect(isAllowedHost(["10.0.0.0/8"], "db", "11.0.0.1")).toBe(false);
  expect(isAllowedHost(["::/0"], "db", "::ffff:10.1.2.3")).toBe(false);
  expect(isAllowedHost(["db.example"], "evil.example", "10.1.2.3")).toBe(false);
});

test("callers are told apart by IPv4 address, and by /64 of IPv6", () => {
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff%eth0"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  expect(networkOf("unknown")).toBe("unknown");
});
