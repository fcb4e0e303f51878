const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const
// The later ones also call themselves by the names of the earlier ones.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** "Chrome on Linux": what a browser says of itself, as a person would say it. Null: it says nothing known. */
export function deviceName(user_agent: string | null, program: string | null = null): string | null {
  const of = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(user_agent ?? ''))?.[1]
  const system = of(systems)
  const browser = program ?? of(browsers)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
