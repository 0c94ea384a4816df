import { IconFileMusic, IconLayoutNavbar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { dataOf, filesListOptions, projectsGetOptions, stagingListOptions } from '../../api';
import { PROJECT_TABS } from '../../pages/project-tabs';
import type { PaletteEntry } from './palette-entry';

const SHOWN = 6;

/** The id of the project that is open; empty on other pages. */
export function useOpenProject(): string {
  const { pathname } = useLocation();
  const id = matchPath('/app/projects/:id/*', pathname)?.params.id ?? '';
  return id === 'overview' ? '' : id;
}

/** Palette entries for tabs, files and staged files of the project that is open, while they match the typed text. */
export function useProjectEntries(typed: string, opened: boolean): PaletteEntry[] {
  const id = useOpenProject();
  const navigate = useNavigate();
  const isProject = opened && id !== '';
  const { data: project } = useQuery({ ...projectsGetOptions({ path: { id } }), select: dataOf, enabled: isProject });
  const searching = isProject && typed !== '';
  const path = { projectId: id };
  const { data: files } = useQuery({ ...filesListOptions({ path }), select: dataOf, enabled: searching });
  const { data: staged } = useQuery({
    ...stagingListOptions({ path }),
    select: dataOf,
    enabled: searching && project?.can.stage === true,
  });
  if (!isProject || !project) return [];
  const to = `/app/projects/${id}`;
  const group = 'This project' as const;
  const words = typed.split(/\s+/);
  const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const tabs = PROJECT_TABS.filter(({ needs, label }) => (needs === null || project.can[needs]) && matches(label));
  const released = searching
    ? (files ?? []).filter(({ fileName, track_title: title }) => matches(`${fileName} ${title ?? ''}`))
    : [];
  const waiting = searching
    ? [...(staged?.stagingFiles ?? []), ...(staged?.incoming ?? [])].filter(
        ({ status, originalName }) => status !== 'released' && matches(originalName),
      )
    : [];
  return [
    ...tabs.map(({ value, label }) => ({
      id: `tab ${value}`,
      group,
      label,
      detail: 'Tab',
      Icon: IconLayoutNavbar,
      run: () => void navigate(`${to}?tab=${value}`),
    })),
    ...released.slice(0, SHOWN).map((file) => ({
      id: `file ${file.id}`,
      group,
      label: file.fileName,
      detail: file.track_title ?? 'File',
      Icon: IconFileMusic,
      run: () => void navigate(`${to}/tracks/${file.id}`),
    })),
    ...waiting.slice(0, SHOWN).map((file) => ({
      id: `staged ${file.id}`,
      group,
      label: file.originalName,
      detail: 'In staging',
      Icon: IconFileMusic,
      run: () => void navigate(`${to}?tab=staging`),
    })),
  ];
}
