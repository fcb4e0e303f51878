import type { LotRow } from '@openspot/api/lots/lots/lots.sql.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'

type Texts = Pick<LotRow, 'language' | 'texts' | 'house_rules'> & { entry_instructions: string | null }

const none: Texts = { language: 'en-US', texts: {}, house_rules: null, entry_instructions: null }

/** What demo lots say in their own words: one in several languages, and others in Spanish or Chinese. */
const textsOfLots: Readonly<Record<string, Partial<Texts>>> = {
  [staffedLot]: {
    entry_instructions:
      'Enter on Wells Street, below the green awning. Stop at the white line: the camera reads your plate and the gate opens.',
    house_rules:
      'Back into your spot. No engine running for more than three minutes. Level 4 closes in heavy snow.',
    texts: {
      'es-US': {
        name: 'Garaje de Wells Street',
        description:
          'Cuatro niveles cubiertos a una cuadra del tren elevado. La barrera se abre al leer tu placa.',
        entry_instructions:
          'Entra por Wells Street, debajo del toldo verde. Detente en la línea blanca: la cámara lee tu placa y se abre la barrera.',
        house_rules:
          'Estaciona en reversa. No dejes el motor encendido más de tres minutos. El nivel 4 cierra cuando nieva mucho.',
      },
      'ja-JP': {
        name: 'ウェルズ通り立体駐車場',
        description: '高架鉄道から1ブロックの、屋根付き4層の駐車場です。ゲートはナンバープレートで開きます。',
        entry_instructions:
          'ウェルズ通りの緑の日よけの下から入ってください。白線で停止すると、カメラがナンバープレートを読み取り、ゲートが開きます。',
      },
      'ar-AE': {
        name: 'مبنى مواقف شارع ويلز',
        description:
          'أربعة طوابق مسقوفة على بعد مربع سكني واحد من القطار المعلّق. تُفتح البوابة بقراءة اللوحة.',
      },
    },
  },
  'Federal Street Garage': {
    texts: {
      'es-US': {
        name: 'Garaje de Federal Street',
        description: 'Estacionamiento techado bajo un edificio de oficinas; abierto las 24 horas.',
      },
    },
  },
  'LaSalle Corner Lot': {
    house_rules: 'Do not block the alley. Keep your ticket on the dashboard.',
    texts: {
      'es-US': {
        description: 'Estacionamiento al aire libre en la esquina; fácil de entrar y de salir.',
        house_rules: 'No bloquees el callejón. Deja tu boleto sobre el tablero.',
      },
      'zh-CN': { name: '拉萨尔街角停车场', description: '街角的露天停车场，进出方便。' },
    },
  },
}

/** Returns the texts of a demo lot besides its name and description. */
export const textsOfPlan = ({ name }: { name: string }): Texts => ({ ...none, ...textsOfLots[name] })
