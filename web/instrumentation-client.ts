import { startReports } from '@/lib/error-reporting/start.ts'

/** Run by Next.js in the browser before a page of either router becomes interactive. */
startReports()
