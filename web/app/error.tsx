'use client'
import { useReported } from '@/lib/reports/use-reported.ts'
import { ErrorPage } from '@/ui/shell/error-page.tsx'

export default function AppError({ error }: { error: Error }) {
  useReported(error)
  return <ErrorPage status={500} />
}
