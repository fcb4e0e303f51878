import { ErrorScreen } from '@/ui/error-screen.tsx'
import { PlainHeader } from './plain-header.tsx'

/** The page layout of all generic error pages. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <>
      <PlainHeader />
      <ErrorScreen status={status} />
    </>
  )
}
