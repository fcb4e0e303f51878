import { ChooseLotScreen } from '@/features/operations/patrol/choose-lot-screen.tsx'

export default function ChooseLot() {
  return <ChooseLotScreen />
}
