import { answerWith, StatusPage } from '@/ui/status-page.tsx'

export const getServerSideProps = answerWith(400)

export default function BadRequest() {
  return <StatusPage status={400} />
}
