import type { Session } from '@openspot/contract/sessions.ts'
import { words } from '@/words/index.ts'

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

/** "Chrome on Linux": what a browser says of itself, as a person would say it. */
export function deviceText({ user_agent, client_kind }: Pick<Session, 'user_agent' | 'client_kind'>): string {
  const of = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(user_agent ?? ''))?.[1]
  const system = of(systems)
  const program = client_kind === 'app' ? words.account.app : of(browsers)
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? words.account.deviceUnknown
}
