import { PlainError } from './plain-error.ts'
import { address, type Env, text, wholeNumber } from './settings-values.ts'

/** One of several processes on one port. */
export interface OneOfSeveral {
  /** From 1 on. The first one has what there is once on a machine. */
  number: number
  /** How often a process took the place of another one with this number, since all of them were started. */
  restarts: number
}

/** How many processes of this machine share one port. */
export function processesOf(env: Env, roles: { api: boolean; web: boolean }): number {
  const processes = wholeNumber(env, 'OPENSPOT_PROCESSES', 1, 1, 64)
  if (processes === 1) return processes
  if (!roles.api && !roles.web)
    throw new PlainError(
      'OPENSPOT_PROCESSES is for processes that share a port. Set it to 1, or add api or web to OPENSPOT_ROLES.',
    )
  if (text(env, 'OPENSPOT_MQTT_PASSWORD') !== null && text(env, 'OPENSPOT_MQTT_URL') === null)
    throw new PlainError(
      'OPENSPOT_MQTT_PASSWORD starts a broker in a process, so OPENSPOT_PROCESSES must be 1. Use a broker of your own with OPENSPOT_MQTT_URL.',
    )
  return processes
}

/** What the process that started this one said about it; null if this one was started by itself. */
export const oneOfSeveral = (env: Env): OneOfSeveral | null =>
  text(env, 'OPENSPOT_PROCESS') === null
    ? null
    : {
        number: wholeNumber(env, 'OPENSPOT_PROCESS', 1, 1, 64),
        restarts: wholeNumber(env, 'OPENSPOT_PROCESS_RESTARTS', 0, 0, 999_999_999),
      }

/** The URLs of the servers of the API, by default the one of this process. */
export function apiUrlsOf(env: Env, port: number): string[] {
  const given = text(env, 'OPENSPOT_API_URL') ?? `http://127.0.0.1:${port}`
  return given.split(',').map((one) => {
    const url = address({ OPENSPOT_API_URL: one }, 'OPENSPOT_API_URL', ['http:', 'https:'])
    if (url === null) throw new PlainError('OPENSPOT_API_URL has an empty address. Remove the extra comma.')
    return url.replace(/\/$/, '')
  })
}
