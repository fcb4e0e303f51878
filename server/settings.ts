import { fileURLToPath } from 'node:url'
import { readSettings, type Settings } from '@openspot/core/settings.ts'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the settings of this process; the only place where the environment is read. */
export function settingsOfProcess(): Settings {
  return readSettings(process.env, (line) => console.warn(line))
}

/** Returns the settings for only these variables. */
export const settingsFor = (env: Record<string, string>): Settings => readSettings(env)
