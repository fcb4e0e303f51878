import type { NextPageContext } from 'next'
import { StatusPage } from '@/ui/shell/status-page.tsx'

/** The page for statuses that Next.js returns itself: 400 for an unreadable URL, 405 for a wrong method. */
export default function ErrorOfNext({ status }: { status: number }) {
  return <StatusPage status={status} />
}

ErrorOfNext.getInitialProps = ({ res, err }: NextPageContext) => ({
  status: res?.statusCode ?? err?.statusCode ?? 404,
})
