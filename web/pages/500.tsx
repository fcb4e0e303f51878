import { StatusPage } from '@/ui/status-page.tsx'

export default function InternalServerError() {
  return <StatusPage status={500} />
}
