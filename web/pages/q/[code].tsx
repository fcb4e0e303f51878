import { scanShortLinkRoute } from '@openspot/contract/lots/qr.ts'
import type { GetServerSideProps } from 'next'
import { fetchForPage } from '@/lib/server-api.ts'
import { StatusPage } from '@/ui/shell/status-page.tsx'

interface Props {
  status: number
}

/** A short link: counts the visit and redirects to our page that it stands for. */
export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  res.setHeader('cache-control', 'no-store')
  const answer = await fetchForPage(req.headers, scanShortLinkRoute, {
    params: { code: String(params?.code) },
  })
  if (answer.ok) return { redirect: { destination: answer.data.path, permanent: false } }
  const status = answer.status >= 500 ? 500 : 404
  res.statusCode = status
  return { props: { status } }
}

export default function ShortLink({ status }: Props) {
  return <StatusPage status={status} />
}
