import { fileURLToPath } from 'node:url'
import { readSettings, type Settings } from '@openspot/core/settings.ts'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The settings of this process: the one place where the environment is read. */
export function settingsOfProcess(): Settings {
  return readSettings(process.env, (line) => console.warn(line))
}

/** The settings that some variables alone would give. */
export const settingsFor = (env: Record<string, string>): Settings => readSettings(env)
