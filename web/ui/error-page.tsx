import { ErrorScreen } from '@/ui/error-screen.tsx'
import { PlainHeader } from '@/ui/shell/plain-header.tsx'

/** A whole page that says a status: the one face of all generic error pages. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <>
      <PlainHeader />
      <ErrorScreen status={status} />
    </>
  )
}
