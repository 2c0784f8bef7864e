// The editor of rules beside a level, which is loaded when it is first opened.

import { later } from "../ui/Later";

export const SmallEditor = later(() => import("./editing").then((part) => part.SmallEditor));
