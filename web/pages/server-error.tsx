import { answerWith, StatusPage } from '@/ui/shell/status-page.tsx'

export const getServerSideProps = answerWith(500)

/**
 * Shown at `/500` (see `server/web.ts`). A page with that name would be prerendered without the nonce that its scripts
 * need; errors of other pages use `_error.tsx`.
 */
export default function InternalServerError() {
  return <StatusPage status={500} />
}
