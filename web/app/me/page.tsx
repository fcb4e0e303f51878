import { listParkHistory } from '@openspot/contract/reservations.ts'
import type { Metadata } from 'next'
import { StaysScreen } from '@/features/stays/stays-screen.tsx'
import { askForPage } from '@/lib/page-api.ts'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.driver.title }

export default async function Stays() {
  const stays = await askForPage('/me', listParkHistory, { query: { when: 'upcoming', limit: 50 } })
  return <StaysScreen initial={stays.ok ? stays.data : null} />
}
