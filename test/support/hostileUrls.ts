/** Returns URLs with a non-public address in unusual notations, which a careless parser reads as another address. */
export function hostileUrls(port: number): string[] {
  const addresses = [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
  ];
  const hosts = [
    ...addresses.flatMap(spellings),
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[fec0::1]',
    '[2001:db8::1]',
    '[100::1]',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'LocalHost.',
    'loc%61lhost',
    'ｌｏｃａｌｈｏｓｔ',
    '127.0.0.1%2e',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ];
  const plain = hosts.map((host) => `https://${host}:${port}/hook`);
  return [...new Set([...plain, ...wrapped(port)])];
}

function spellings(v4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    v4,
    `${v4}.`,
    String(number),
    hex(number),
    octal(number),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${hex(a)}.${hex((b << 16) | (c << 8) | d)}`,
    `000${octal(a)}.${octal(b)}.${c}.${d}`,
    v4.replaceAll('.', '%2e'),
    v4.replaceAll('.', '。'),
    v4.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${v4}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${v4}]`,
    `[::${groups}]`,
    `[::ffff:0:${v4}]`,
    `[64:ff9b::${v4}]`,
    `[64:ff9b:1::${v4}]`,
    `[2002:${groups}::1]`,
    `[2001:0:${groups}::1]`,
    `[fe80::5efe:${v4}]`,
    `[2a00:1450::5efe:${v4}]`,
  ];
}

/** Returns URLs with other schemes, credentials, and unusual parts. */
function wrapped(port: number): string[] {
  const at = `127.0.0.1:${port}`;
  return [
    `http://${at}/`,
    `HTTP://${at}/`,
    `https://user:secret@${at}/`,
    `https://example.com@${at}/`,
    `https://example.com%40@${at}/`,
    `https:\\\\${at}\\`,
    `https:${at}/`,
    `https:/${at}/`,
    `https:////${at}/`,
    `https://\t${at}/`,
    `https://${at}/\n`,
    ` https://${at}/`,
    `ftp://${at}/`,
    'file:///etc/passwd',
    `gopher://${at}/`,
    `javascript:fetch("//${at}")`,
    `data:text/plain,a`,
    `blob:https://${at}/`,
    `ws://${at}/`,
    `//${at}/`,
    at,
    `http://example.com/`,
    `https://`,
    `https://[::1`,
    `https://[::1%25eth0]:${port}/`,
    `https://256.256.256.256/`,
    `https://exa mple.com/`,
    `https://example.com:99999/`,
    'https://-/\0',
    '',
  ];
}
