import type { Metadata } from 'next'
import { NewLotScreen } from '@/features/lots/lot-settings/new-lot-screen.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.lotSettings.add.title }

export default function NewLot() {
  return <NewLotScreen />
}
