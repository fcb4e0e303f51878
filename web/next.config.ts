import type { NextConfig } from 'next'

/**
 * Next is mounted inside the API's own process (see `cli/`), so no path of the API is rewritten here: it never reaches Next. The
 * headers of pages are set there too: the content security policy has a new nonce in each answer.
 */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ['@openspot/contract', '@openspot/core'],
  // Otherwise the pages router has two copies of Mantine on the server, and one does not see the other's provider.
  bundlePagesRouterDependencies: true,
  // Next builds a page named 500 ahead, without a nonce for its scripts (see `pages/server-error.tsx`).
  rewrites: async () => ({
    beforeFiles: [{ source: '/500', destination: '/server-error' }],
    afterFiles: [],
    fallback: [],
  }),
}

export default config
