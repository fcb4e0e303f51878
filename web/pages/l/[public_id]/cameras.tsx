import { type CameraPolicy, getCameraPolicyRoute } from '@openspot/contract/operations/cameras.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { PolicyScreen } from '@/features/operations/cameras/policy-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { type Preview, readPreview } from '@/lib/preview.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PreviewBar } from '@/ui/preview/preview-bar.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props =
  | { now: string; policy: CameraPolicy; public_id: string; preview: Preview | null }
  | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  const now = nowIso()
  const public_id = String(params?.public_id)
  const answer = await fetchForPage(req.headers, getCameraPolicyRoute, { params: { public_id } })
  if (answer.ok) return { props: { now, policy: answer.data, public_id, preview: readPreview(query) } }
  res.statusCode = answer.status >= 500 ? 500 : 404
  return { props: { now, status: res.statusCode } }
}

/** What the cameras of a lot record. */
export default function Cameras(props: Props) {
  const t = useTranslations()
  if ('status' in props) return <StatusPage status={props.status} />
  const { policy, public_id, preview } = props
  return (
    <>
      <Head>
        <title>{`${t('cameraPolicy.title', { lot: policy.lot_name })} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell below={preview ? <PreviewBar preview={preview} /> : null}>
        <PolicyScreen policy={policy} public_id={public_id} />
      </PublicShell>
    </>
  )
}
