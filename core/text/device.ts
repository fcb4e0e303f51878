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

/** Returns the browser and the system of a user agent, such as Chrome and Linux; null for what is not recognized. */
export function deviceOf(user_agent: string | null): { browser: string | null; system: string | null } {
  const of = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(user_agent ?? ''))?.[1] ?? null
  return { browser: of(browsers), system: of(systems) }
}
