/**
 * Returns the network of an address, by which rate limits tell callers apart: the first 24 bits of IPv4 and the first
 * 56 of IPv6, because a household is assigned that many. IPv4 mapped to IPv6 counts as IPv4. Returns null for an
 * invalid address.
 */
export function networkPrefixOf(address: string): string | null {
  const mapped = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(mapped)
  if (four) return `${four.slice(1, 4).join('.')}.0/24`
  const bare = mapped.split('%')[0] ?? ''
  if (!/^[0-9a-f:]+$/.test(bare) || !bare.includes(':')) return null
  const [head = '', tail] = bare.split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const start = parts(head)
  const end = tail === undefined ? [] : parts(tail)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const groups = tail === undefined ? start : [...start, ...zeros, ...end]
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return null
  const [a, b, c, d] = groups.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const last = ((d ?? 0) & 0xff00).toString(16)
  return `${[a, b, c].map((group) => (group ?? 0).toString(16)).join(':')}:${last}::/56`
}
