const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const
// More specific first, because later user agents also contain the names of others.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** Returns a readable device name such as "Chrome on Linux" from a user agent; null if nothing is recognized. */
export function deviceName(user_agent: string | null, program: string | null = null): string | null {
  const of = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(user_agent ?? ''))?.[1]
  const system = of(systems)
  const browser = program ?? of(browsers)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
