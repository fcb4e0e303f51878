'use client'
import { ErrorPage } from '@/ui/shell/error-page.tsx'

export default function AppError() {
  return <ErrorPage status={500} />
}
