import { translator } from '@/lib/messages/server.ts'

/** Makes the patrol pages installable as an app. */
export async function GET(): Promise<Response> {
  const t = await translator()
  const manifest = {
    id: '/patrol',
    name: `${t('common.product')} ${t('patrol.title')}`,
    short_name: t('patrol.title'),
    start_url: '/patrol',
    scope: '/patrol',
    display: 'standalone',
    background_color: '#f6f7f9',
    theme_color: '#1f5fd6',
    icons: [192, 512].map((side) => ({
      src: `/patrol-icon-${side}.png`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } })
}
