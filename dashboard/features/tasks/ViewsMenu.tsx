import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useMe } from '../../api/me.ts';
import { Icon } from '../../components/Icon.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { listInitialViews, useSavedViews, createView, type SavedView } from './savedViews.ts';
import { t } from '../../language/t.ts';

const SaveView = lazyComponent(async () => (await import('./SaveView.tsx')).SaveView);

/** The views of the list: those that everybody has, and what this user saved. */
export function ViewsMenu() {
  const { state } = useUrlState();
  const { user } = useMe();
  const router = useRouter();
  const { views, save, remove } = useSavedViews();
  const [isSaving, saving] = useDisclosure();
  const { name, task, offset, new: begun, ...filter } = state;
  const show = ({ query }: SavedView) => router.history.push(`/tasks${query}`);
  const saveAs = (title: string) => {
    const view = createView(title, filter);
    save(view);
    show(view);
    saving.close();
  };
  const all = [...listInitialViews(user.user_id), ...views];
  const label = name === undefined ? t('Views') : labelOf(createView(name, filter), all);
  const saved = views.find((one) => one.name === name);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => router.history.push('/tasks')}>{t('All tasks')}</Menu.Item>
          {all.map((view) => (
            <Menu.Item
              key={view.query}
              rightSection={view.name === name && <Icon name="check" size={14} />}
              onClick={() => show(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={saving.open}>
            {t('Save this view')}
          </Menu.Item>
          {saved && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => {
                remove(saved.name);
                router.history.push('/tasks');
              }}
            >
              {t('Delete {name}', { name: saved.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveView name={saved?.name ?? ''} onSave={saveAs} onClose={saving.close} />}
    </>
  );
}

/** The label of a view, with a mark if its filters were changed. */
function labelOf(shown: SavedView, all: readonly SavedView[]): string {
  const known = all.find(({ name }) => name === shown.name);
  return known && known.query !== shown.query ? t('{name} (modified)', { name: shown.name }) : shown.name;
}
