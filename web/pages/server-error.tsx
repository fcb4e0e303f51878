import { answerWith, StatusPage } from '@/ui/status-page.tsx'

export const getServerSideProps = answerWith(500)

/**
 * Shown at `/500` (see `next.config.ts`). A page of that very name would be built ahead, without the nonce that its
 * scripts need; failures of other pages come from `_error.tsx`.
 */
export default function InternalServerError() {
  return <StatusPage status={500} />
}
