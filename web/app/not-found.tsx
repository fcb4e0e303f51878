import type { Metadata } from 'next'
import { ErrorPage } from '@/ui/shell/error-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.errors.titles[404] }

export default function NotFound() {
  return <ErrorPage status={404} />
}
