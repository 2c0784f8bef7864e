// The pack as tables and forms: items and their properties, rules as sentences, areas, and constraints of one's own.

import { rememberHere } from "../project";
import { later } from "../ui/Later";
import { Tabs } from "../ui/parts";
import { AreasForm } from "./AreasForm";
import { ItemsTable } from "./ItemsTable";
import { model } from "./pack";
import { RulesForm } from "./RulesForm";

const ConstraintsForm = later(() => import("./editing").then((part) => part.ConstraintsForm));

type Page = "items" | "rules" | "areas" | "constraints";
export const designPage = rememberHere<Page>("design.page", "items");

export function DesignView() {
  const pack = model.value;
  if (!pack) return <p class="boot">Reading the pack…</p>;
  return (
    <div class="design-view">
      <Tabs
        label="Parts of the pack" value={designPage.value} onChange={(page) => (designPage.value = page)}
        tabs={[["items", `Items · ${pack.items.length}`], ["rules", `Rules · ${pack.rules.length}`], ["areas", `Areas · ${pack.areas.length}`], ["constraints", "Constraints"]]}
      />
      {designPage.value === "items" && <ItemsTable pack={pack} />}
      {designPage.value === "rules" && <RulesForm pack={pack} />}
      {designPage.value === "areas" && <AreasForm pack={pack} />}
      {designPage.value === "constraints" && <ConstraintsForm />}
    </div>
  );
}
