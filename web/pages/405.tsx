import { answerWith, StatusPage } from '@/ui/shell/status-page.tsx'

export const getServerSideProps = answerWith(405)

export default function MethodNotAllowed() {
  return <StatusPage status={405} />
}
