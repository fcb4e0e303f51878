import type { Metadata } from 'next'
import { SignsScreen } from '@/features/lots/signs/signs-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.signs.title }

export default async function Signs({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="signs" forAdmins>
      {(lot) => <SignsScreen lot={lot} />}
    </LotPage>
  )
}
