/** The two settings that the test command passes to the browser tests. */
export const browserPath = (): string => process.env['OPENSPOT_BROWSER'] ?? '/usr/bin/chromium'
export const picturesFolder = (): string | undefined => process.env['OPENSPOT_PICTURES']
