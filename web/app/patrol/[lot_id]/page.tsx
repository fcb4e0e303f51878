import { PatrolScreen } from '@/features/operations/patrol/patrol-screen.tsx'

export default async function Patrol({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return <PatrolScreen lot_id={lot_id} />
}
