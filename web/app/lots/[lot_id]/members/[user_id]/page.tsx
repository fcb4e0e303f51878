import { getLotUserRoute } from '@openspot/contract/people/memberships.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { MemberScreen } from '@/features/people/members/member-screen.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('members.title'))

type Params = Promise<{ lot_id: string; user_id: string }>

export default async function OneMember({ params }: { params: Params }) {
  const { lot_id, user_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`members/${user_id}`}>
      {(lot) => <One lot={lot} user_id={user_id} />}
    </LotPage>
  )
}

async function One({ lot, user_id }: { lot: ConsoleLot; user_id: string }) {
  const path = `/lots/${lot.id}/members/${user_id}`
  const person = await fetchPage(path, getLotUserRoute, { params: { lot_id: lot.id, user_id } }, 'admin')
  if (person.ok) return <MemberScreen lot={lot} initial={person.data} />
  if ([400, 403, 404].includes(person.status)) notFound()
  return <ErrorState error={person} />
}
