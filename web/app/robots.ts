import type { MetadataRoute } from 'next'
import { mayBeListed, siteUrl } from '@/lib/env.ts'

export const dynamic = 'force-dynamic'

/** What search engines may read: the public pages. Nothing else is linked from these, but some of it is easy to guess. */
export default function robots(): MetadataRoute.Robots {
  if (!mayBeListed()) return { rules: { userAgent: '*', disallow: '/' } }
  return {
    rules: {
      userAgent: '*',
      disallow: [
        '/api/',
        '/book/',
        '/me',
        '/lots',
        '/platform',
        '/patrol',
        '/invite/',
        '/f/',
        '/v/',
        '/guest',
      ],
    },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
