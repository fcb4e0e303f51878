import { titleFrom } from '@/lib/messages/server.ts'
import { ErrorPage } from '@/ui/shell/error-page.tsx'

export const generateMetadata = titleFrom((t) => t('errors.titles.404'))

export default function NotFound() {
  return <ErrorPage status={404} />
}
