// Every section of an app's settings, in the order in which people look for them.
import { AccessSection } from './access-section.tsx'
import { CommandSection } from './command-section.tsx'
import { HealthSection } from './health-section.tsx'
import { HooksSection } from './hooks-section.tsx'
import { ImageSection } from './image-section.tsx'
import { ReachSection } from './reach-section.tsx'
import { ResourcesSection } from './resources-section.tsx'
import { LabelsSection, VolumesSection } from './rows-sections.tsx'
import { ScaleSection } from './scale-section.tsx'

export const allSections = {
  image: ImageSection,
  reach: ReachSection,
  scale: ScaleSection,
  resources: ResourcesSection,
  health: HealthSection,
  hooks: HooksSection,
  command: CommandSection,
  access: AccessSection,
  volumes: VolumesSection,
  labels: LabelsSection,
}
