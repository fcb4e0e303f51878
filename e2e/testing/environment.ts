/** The two things that the test command tells the browser tests. */
export const browserPath = (): string => process.env['OPENSPOT_BROWSER'] ?? '/usr/bin/chromium'
export const picturesFolder = (): string | undefined => process.env['OPENSPOT_PICTURES']
