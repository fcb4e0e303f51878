import path from 'node:path'

/** The settings that the test command passes to the browser tests. */
export const browserPath = (): string => process.env['OPENSPOT_BROWSER'] ?? '/usr/bin/chromium'
/** A browser that can receive push messages. */
export const pushBrowserPath = (): string => process.env['OPENSPOT_PUSH_BROWSER'] ?? '/usr/bin/chromium'
export const picturesFolder = (): string | undefined => process.env['OPENSPOT_PICTURES']

/** Where the commands of the machine are, without those that npm and the test command add for the checkout; and the home folder. */
export const searchPath = (): { PATH: string; HOME: string } => ({
  PATH: (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(path.delimiter),
  HOME: process.env['HOME'] ?? '',
})
