import type { NextConfig } from 'next'

/**
 * Next.js is mounted in the API's own process (see `server/`), so API paths never reach it and need no rewrites. Page
 * headers are set there too, because the content security policy has a new nonce in each response.
 */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ['@openspot/contract', '@openspot/core', '@openspot/messages'],
  // Otherwise the pages router has two copies of Mantine on the server, and one does not see the other's provider.
  bundlePagesRouterDependencies: true,
  // Messages are compiled when the pages are built, so a page loads no parser for them (see `messages-loader.mjs`).
  turbopack: {
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
    rules: { '**/messages/*/*.json': { loaders: ['./messages-loader.mjs'], as: '*.json' } },
  },
  // Next.js prerenders a page named 500, without a nonce for its scripts (see `pages/server-error.tsx`).
  rewrites: async () => ({
    beforeFiles: [{ source: '/500', destination: '/server-error' }],
    afterFiles: [],
    fallback: [],
  }),
}

export default config
