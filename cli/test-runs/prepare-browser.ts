/**
 * Finds the browser and builds the web. Loads both only when they are needed, because most runs are of a few files without a browser and
 * should begin at once.
 */
export async function prepareBrowser(): Promise<Record<string, string>> {
  const [{ findBrowser, findPushBrowser }, { buildWeb }] = await Promise.all([
    import('./browser.ts'),
    import('@openspot/server/web-build.ts'),
  ])
  const browser = await findBrowser()
  await buildWeb(console.log)
  return { OPENSPOT_BROWSER: browser, OPENSPOT_PUSH_BROWSER: findPushBrowser(browser) }
}
