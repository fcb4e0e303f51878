import type { NextConfig } from 'next'

// The widgets of the vendors' bot checks; without their keys nothing is loaded from there.
const botChecks =
  'https://challenges.cloudflare.com https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'
// Other origins are spoken to only where a map vendor is set; scripts and styles are our own.
const vendor = process.env['NEXT_PUBLIC_MAP_STYLE_URL'] ? ' https:' : ''
const policy = [
  "default-src 'self'",
  // Next writes the data of a page into it as a script, and Mantine its variables as a style.
  `script-src 'self' 'unsafe-inline' ${botChecks}`,
  "style-src 'self' 'unsafe-inline'",
  `img-src 'self' data: blob:${vendor}`,
  `connect-src 'self'${vendor}`,
  "worker-src 'self' blob:",
  `frame-src 'self' ${botChecks}`,
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const security = [
  { key: 'content-security-policy', value: policy },
  { key: 'x-content-type-options', value: 'nosniff' },
  { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
  { key: 'cross-origin-opener-policy', value: 'same-origin' },
  { key: 'permissions-policy', value: 'camera=(), microphone=(), geolocation=(self), payment=()' },
]

/** Next is mounted inside the API's own process (see `cli/`), so nothing is rewritten here: /api never reaches it. */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ['@openspot/contract', '@openspot/core'],
  // Otherwise the pages router has two copies of Mantine on the server, and one does not see the other's provider.
  bundlePagesRouterDependencies: true,
  headers: async () => [{ source: '/:path*', headers: security }],
}

export default config
