import { translator } from '@/lib/messages/server.ts'

/** Makes the product installable as an app. */
export async function GET(): Promise<Response> {
  const t = await translator()
  const manifest = {
    id: '/',
    name: t('common.product'),
    short_name: t('common.product'),
    description: t('search.heroText'),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f7f9',
    theme_color: '#1f5fd6',
    icons: [192, 512].map((side) => ({
      src: `/icon-${side}.png`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } })
}
