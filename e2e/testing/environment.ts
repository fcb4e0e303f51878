/** The settings that the test command passes to the browser tests. */
export const browserPath = (): string => process.env['OPENSPOT_BROWSER'] ?? '/usr/bin/chromium'
/** A browser that can receive push messages. */
export const pushBrowserPath = (): string => process.env['OPENSPOT_PUSH_BROWSER'] ?? '/usr/bin/chromium'
export const picturesFolder = (): string | undefined => process.env['OPENSPOT_PICTURES']
