import { languagePrefixes, translatedPages } from '../messages/language-paths.ts'

const language = `/:language(${languagePrefixes.join('|')})`

/**
 * Next.js is mounted in the API's own process (see `server/`), so API paths never reach it and need no rewrites. Page
 * headers are set there too, because the content security policy has a new nonce in each response.
 *
 * Plain JavaScript, because Next.js finds no modules that a configuration in TypeScript imports.
 *
 * @type {import('next').NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` checks the types, and a first start need not repeat it.
  typescript: { ignoreBuildErrors: true },
  // For reports of errors. They are set aside after the build, so nobody can load them (see `server/source-maps.ts`).
  productionBrowserSourceMaps: true,
  transpilePackages: ['@openspot/contract', '@openspot/core', '@openspot/messages'],
  // The server has chosen the locale by the path already (see `server/locale.ts`).
  rewrites: () =>
    Promise.resolve([
      { source: language, destination: '/' },
      { source: `${language}/:page(${translatedPages.join('|')})/:rest*`, destination: '/:page/:rest*' },
    ]),
  // Otherwise the pages router has two copies of Mantine on the server, and one does not see the other's provider.
  bundlePagesRouterDependencies: true,
  // Messages are compiled when the pages are built, so a page loads no parser for them (see `messages-loader.mjs`).
  turbopack: {
    resolveAlias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // Only the server validates, so pages load neither the schemas (see `contract-loader.mjs`) nor the library that builds them.
      typebox: { browser: './typebox-in-browser.mjs' },
    },
    rules: {
      '**/messages/*/*.json': { loaders: ['./messages-loader.mjs'], as: '*.json' },
      '**/contract/**/*.ts': { condition: 'browser', loaders: ['./contract-loader.mjs'] },
    },
  },
}

export default config
