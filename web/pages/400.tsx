import { answerWith, StatusPage } from '@/ui/shell/status-page.tsx'

export const getServerSideProps = answerWith(400)

export default function BadRequest() {
  return <StatusPage status={400} />
}
