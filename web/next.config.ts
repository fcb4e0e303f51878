import type { NextConfig } from 'next'

/** Next is mounted inside the API's own process (see `cli/`), so nothing is rewritten here: /api never reaches it. */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  transpilePackages: ['@openspot/contract', '@openspot/core'],
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] },
}

export default config
