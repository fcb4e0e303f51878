import type { Output } from '@openspot/contract/call.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import type { GetServerSideProps } from 'next'
import dynamic from 'next/dynamic'
import { lotJsonLd } from '@/features/lots/lots/lot-json-ld.ts'
import { type LotQuery, LotScreen } from '@/features/lots/lots/lot-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { siteUrl } from '@/lib/env.ts'
import { type Preview, readPreview } from '@/lib/preview.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { readPreferences } from '@/lib/spot-preferences.ts'
import { one, readPastWhen, readWhen, whenInput, whenParams } from '@/lib/when.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

// Few lots are private.
const PrivateLot = dynamic(() => import('@/features/lots/lots/private-lot.tsx').then((one) => one.PrivateLot))

type Props =
  | {
      now: string
      found: true
      initial: Output<typeof getPublicLotRoute>
      requested: LotQuery
      redirected_from: string | null
      preview: Preview | null
      is_signed_in: boolean
      site: string
    }
  | { now: string; found: false; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  const now = nowIso()
  const times = readWhen(query, now)
  const public_id = String(params?.public_id)
  const from = one(query.from)
  const [answer, before] = await Promise.all([
    fetchForPage(req.headers, getPublicLotRoute, { params: { public_id }, query: whenInput(times) }),
    from.length >= 10
      ? fetchForPage(req.headers, getPublicLotRoute, { params: { public_id: from }, query: {} })
      : null,
  ])
  if (answer.ok) {
    const { lot, redirected_from } = answer.data
    // A previous or redirected link returns the lot it now leads to.
    if (lot.public_id !== public_id) {
      const led: Record<string, string> = redirected_from === null ? {} : { from: public_id }
      const destination = `/l/${lot.public_id}?${new URLSearchParams({ ...whenParams(times), ...led })}`
      return { redirect: { destination, permanent: false } }
    }
    // The URL only names the original link; the name of its lot is loaded.
    const led = before?.ok && before.data.lot.id === lot.id ? before.data.redirected_from : null
    const requested = {
      times,
      past_times: readPastWhen(query, now),
      preferences: readPreferences(query),
      spot_id: one(query.spot_id) || null,
      gate_id: one(query.gate_id) || null,
    }
    const me = answer.data.is_members_only ? await fetchForPage(req.headers, getMeRoute, {}) : null
    const found = {
      initial: answer.data,
      requested,
      redirected_from: led,
      preview: readPreview(query),
      is_signed_in: me?.ok ?? false,
      site: siteUrl(),
    }
    return { props: { now, found: true, ...found } }
  }
  // Not `notFound`, because Next.js would then show a page without text until its scripts have run.
  const status = answer.status >= 500 ? 500 : 404
  res.statusCode = status
  return { props: { now, found: false, status } }
}

export default function Lot(props: Props) {
  if (!props.found) return <StatusPage status={props.status} />
  const { lot, is_members_only } = props.initial
  if (is_members_only) return <PrivateLot page={props.initial} is_signed_in={props.is_signed_in} />
  return (
    <>
      <PublicHead
        title={lot.name}
        description={[lot.name, lot.street, lot.city].filter(Boolean).join(', ')}
        path={`/l/${lot.public_id}`}
        data={lotJsonLd(lot, props.initial.photos, props.site)}
      />
      <LotScreen
        key={lot.id}
        initial={props.initial}
        requested={props.requested}
        redirected_from={props.redirected_from}
        preview={props.preview}
      />
    </>
  )
}
