import type { NextConfig } from 'next'

/**
 * Next is mounted inside the API's own process (see `cli/`), so nothing is rewritten here: /api never reaches it. The headers of
 * pages are set there too: the content security policy has a new nonce in each answer.
 */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ['@openspot/contract', '@openspot/core'],
  // Otherwise the pages router has two copies of Mantine on the server, and one does not see the other's provider.
  bundlePagesRouterDependencies: true,
}

export default config
