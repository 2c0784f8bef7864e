

# -- hints: a way to win is searched for from the present state, so they stay right after any detour
#
# The player's position and the inventory are left out: what can be carried from an open area is in reach ("").

const MOST_LOOKED_AT = 1500
const MOST_ACTIONS = 5000
const MOST_PLANS = 3

var _ground = null
var _plans = []


# A graded hint: 1 where to look, 2 what is needed, 3 what to do.
func hint_text(level):
	var found = hint()
	if found["kind"] == "over":
		return "The game is over."
	if found["kind"] == "dead":
		return "From here the game cannot be won any more. Undo until it can."
	if found["kind"] == "unknown":
		return "No hint can be given here with certainty."
	var here = found["where"] == state["player"]
	var title = areas[found["where"]]["title"]
	var names = PoolStringArray()
	var away = PoolStringArray()
	var fetch = ""
	for id in found["move"]["inputs"]:
		names.append("the " + label(id))
		var area = thing(id)["area"]
		if area != null and area != found["where"]:
			fetch += " Fetch the %s from %s." % [label(id), areas[area]["title"]]
			if not areas[area]["title"] in away:
				away.append(areas[area]["title"])
	if level <= 1 and not here:
		return "Try %s." % title
	if level <= 1 and away.size() > 0:
		return "There is something to do right here, with what is in %s." % _listed(away)
	if level <= 1:
		return "Look around: there is something to do right here."
	if level == 2:
		return "You need %s.%s" % [_listed(names), fetch]
	return "%s%s." % ["" if here else "In %s: " % title, words(found["move"])]


# What to do next: {kind, where, move, steps}. Kind: next, dead (proven), unknown or over.
func hint():
	if state["status"] != "playing":
		return {"kind": "over"}
	var found = _way_from(state)
	if found["plan"] == null or found["plan"].size() == 0 or not found["certain"]:
		return {"kind": "dead" if found["plan"] == null and found["certain"] else "unknown"}
	var action = found["plan"][0]
	var chosen = []
	var away = ""
	for fact in action["inputs"]:
		var spot = found["ground"]["spots"][fact]
		var one = _nearest(spot, chosen)
		chosen.append(one["id"])
		if one["area"] != null and one["area"] != state["player"]:
			away = one["area"]
	var where = action["area"]
	if where == "":
		where = state["player"] if away == "" else away
	var move = {"kind": "use", "rule": action["rule"]["number"], "inputs": chosen, "items": action["items"]}
	return {"kind": "next", "where": where, "move": move, "steps": found["plan"].size()}


# Whether the game can be won from a state: winnable, dead (proven), or undecided.
func chance(from):
	if from["status"] != "playing":
		return "winnable" if from["status"] == "won" else "dead"
	var found = _way_from(from)
	if found["plan"] == null or not found["certain"]:
		return "dead" if found["certain"] else "undecided"
	return "winnable"


func _nearest(spot, chosen):
	var best = null
	var rank = 3
	for one in state["things"]:
		if one["inside"] != null or one["id"] in chosen or _place_of(one, state["open"]) != spot["place"]:
			continue
		if _form(node(one["id"])) != _form(spot["node"]):
			continue
		var far = 0 if one["area"] == null else 1 if one["area"] == state["player"] else 2
		if far < rank:
			best = one
			rank = far
	return best


func _listed(names):
	if names.size() < 2:
		return names.join("")
	var last = names[names.size() - 1]
	names.remove(names.size() - 1)
	return names.join(", ") + " and " + last


# -- what can follow: spots (an object's form at a place) and actions between them


func _form(one):
	var parts = PoolStringArray()
	for inner in within(one):
		var pairs = []
		for pair in inner["properties"]:
			pairs.append(JSON.print(pair))
		pairs.sort()
		parts.append(JSON.print([inner["item"], pairs]))
	return parts.join(" ")


func _place_of(one, open):
	if one["area"] == null or (items[one["item"]]["carryable"] and one["area"] in open):
		return ""
	return one["area"]


func _node_in(things, one):
	var content = null
	for other in things:
		if other["inside"] == one["id"]:
			content = _node_in(things, other)
	return {"tag": one["id"], "item": one["item"], "properties": one["properties"], "content": content}


func _ground_of(from):
	var g = {"spots": [], "actions": [], "known": {}, "seen": {}, "pools": {}, "waiting": [], "alive": {}}
	for one in from["things"]:
		g["alive"][one["item"]] = g["alive"].get(one["item"], 0) + 1
	for one in from["things"]:
		if one["inside"] == null:
			_spot(g, _node_in(from["things"], one), _place_of(one, from["open"]))
	while g["waiting"].size() > 0 and g["actions"].size() < MOST_ACTIONS:
		_admit(g, g["waiting"].pop_back())
	g["whole"] = g["waiting"].size() == 0
	g["goals"] = []
	for area in game["areas"]:
		if area["goal"] != null:
			var facts = []
			for fact in range(g["spots"].size()):
				if g["spots"][fact]["lift"] < 0 and matches(g["spots"][fact]["node"], area["goal"]):
					facts.append(fact)
			g["goals"].append({"area": area, "facts": facts})
	return g


func _spot(g, one, place):
	var key = JSON.print(place) + _form(one)
	if not g["known"].has(key):
		g["known"][key] = g["spots"].size()
		g["waiting"].append(g["spots"].size())
		g["spots"].append({"node": one, "place": place, "lift": -1})
	return g["known"][key]


func _admit(g, fact):
	var spot = g["spots"][fact]
	if spot["place"] != "" and items[spot["node"]["item"]]["carryable"]:
		spot["lift"] = _spot(g, spot["node"], "")
		return
	for rule in game["rules"]:
		if rule["fail"]:
			continue
		for role in range(rule["inputs"].size()):
			if not matches(spot["node"], rule["inputs"][role]):
				continue
			var key = "%s %s" % [rule["number"], role]
			g["pools"][key] = g["pools"].get(key, []) + [fact]
			var pools = []
			for k in range(rule["inputs"].size()):
				pools.append([fact] if k == role else g["pools"].get("%s %s" % [rule["number"], k], []))
			_together(g, rule, pools, [], "")


# One fact for each input, such that those that cannot be carried are in the same area.
func _together(g, rule, pools, chosen, area):
	if chosen.size() == pools.size():
		_add_actions(g, rule, chosen, area)
		return
	for fact in pools[chosen.size()]:
		var spot = g["spots"][fact]
		if spot["place"] != "" and area != "" and spot["place"] != area:
			continue
		var used = chosen.count(fact)
		if used > 0 and used >= _limit(g, spot["node"]["item"]):
			continue
		_together(g, rule, pools, chosen + [fact], area if spot["place"] == "" else spot["place"])


func _limit(g, item):
	return max(items[item]["copies"], g["alive"].get(item, 0))


func _add_actions(g, rule, inputs, area):
	var nodes = []
	for fact in inputs:
		nodes.append(g["spots"][fact]["node"])
	for made in rule["ways"]:
		var effect = _carried_out(rule, nodes, made)
		if effect == null:
			continue
		var loose = false
		var deep = false
		for top in effect["outputs"]:
			loose = loose or (area == "" and not items[top["item"]]["carryable"])
			deep = deep or _too_deep(g, top)
		if deep:
			continue
		var delta = {}
		for item in made:
			delta[item] = delta.get(item, 0) + 1
		for top in effect["destroyed"]:
			for one in within(top):
				delta[one["item"]] = delta.get(one["item"], 0) - 1
		for place in _all_places() if loose else [area]:
			var outputs = []
			for top in effect["outputs"]:
				outputs.append(_spot(g, top, "" if items[top["item"]]["carryable"] else place))
			var key = JSON.print([rule["number"], place, inputs, outputs, made])
			if not g["seen"].has(key):
				g["seen"][key] = true
				g["actions"].append(
					{"rule": rule, "inputs": inputs, "outputs": outputs, "area": place, "items": made, "delta": delta}
				)


func _too_deep(g, top):
	var counts = {}
	for one in within(top):
		counts[one["item"]] = counts.get(one["item"], 0) + 1
		if counts[one["item"]] > _limit(g, one["item"]):
			return true
	return false


func _all_places():
	var found = []
	for area in game["areas"]:
		if area["place"]:
			found.append(area["name"])
	return found


# -- the search


# {plan, certain, ground}: actions that win from a state; no plan, but certain: there is none.
func _way_from(from):
	if _ground == null:
		_ground = _ground_of({"things": game["objects"], "open": game["open"]})
	var g = _ground
	var first = _encoded(g, from)
	if first == null or not g["whole"]:
		g = _ground_of(from)
		first = _encoded(g, from)
	else:
		for plan in _plans:
			var rest = _remains(g, first, plan)
			if rest != null:
				# What has been done can often be done again, but need not be.
				rest = _without_detours(g, first, rest)
				_keep(rest)
				return {"plan": rest, "certain": true, "ground": g}
	var found = _searched(g, first)
	if found["plan"] != null and found["certain"] and g == _ground:
		_keep(found["plan"])
	found["ground"] = g
	return found


func _keep(plan):
	_plans.push_front(plan)
	_plans = _plans.slice(0, MOST_PLANS - 1)


func _encoded(g, from):
	var counts = []
	counts.resize(g["spots"].size())
	for fact in range(counts.size()):
		counts[fact] = 0
	var alive = {}
	for one in from["things"]:
		alive[one["item"]] = alive.get(one["item"], 0) + 1
		if one["inside"] == null:
			var key = JSON.print(_place_of(one, from["open"])) + _form(_node_in(from["things"], one))
			if not g["known"].has(key):
				return null
			counts[g["known"][key]] += 1
	var open = {}
	for name in from["open"]:
		open[name] = true
	var done = {}
	for name in from["solved"]:
		done[name] = true
	return _settled(g, {"counts": counts, "alive": alive, "open": open, "solved": done, "parent": null, "action": null})


func _settled(g, at):
	var again = true
	while again:
		again = false
		for fact in range(g["spots"].size()):
			var spot = g["spots"][fact]
			if spot["lift"] >= 0 and at["counts"][fact] > 0 and at["open"].has(spot["place"]):
				at["counts"][spot["lift"]] += at["counts"][fact]
				at["counts"][fact] = 0
		for goal in g["goals"]:
			if at["solved"].has(goal["area"]["name"]):
				continue
			for fact in goal["facts"]:
				var place = g["spots"][fact]["place"]
				if at["counts"][fact] > 0 and (place == "" or at["open"].has(place)):
					at["solved"][goal["area"]["name"]] = true
					for name in goal["area"]["opens"]:
						at["open"][name] = true
					again = true
					break
	return at


func _has_won(g, at):
	for goal in g["goals"]:
		if not at["solved"].has(goal["area"]["name"]):
			return false
	return true


# The search's state after an action; null where it is not possible.
func _then(g, at, action):
	if action["area"] != "" and not at["open"].has(action["area"]):
		return null
	for fact in action["inputs"]:
		if at["counts"][fact] < action["inputs"].count(fact):
			return null
	for item in action["items"]:
		if at["alive"].get(item, 0) + action["delta"].get(item, 0) > items[item]["copies"]:
			return null
	var next = {
		"counts": at["counts"].duplicate(),
		"alive": at["alive"].duplicate(),
		"open": at["open"].duplicate(),
		"solved": at["solved"].duplicate(),
		"parent": at,
		"action": action,
	}
	for fact in action["inputs"]:
		next["counts"][fact] -= 1
	for fact in action["outputs"]:
		next["counts"][fact] += 1
	for item in action["delta"]:
		next["alive"][item] = next["alive"].get(item, 0) + action["delta"][item]
	return _settled(g, next)


# What is left of a plan; null if it does not win from here.
func _remains(g, at, plan):
	var kept = []
	for action in plan:
		if _has_won(g, at):
			break
		var next = _then(g, at, action)
		if next != null:
			kept.append(action)
			at = next
	return kept if _has_won(g, at) else null


func _key_of(at):
	var open = at["open"].keys()
	var done = at["solved"].keys()
	open.sort()
	done.sort()
	return JSON.print([at["counts"], open, done])


# The most promising states first.
func _searched(g, first):
	var far = _distance(g, first)
	if far < 0:
		return {"plan": null, "certain": g["whole"]}
	var lanes = {far: [first]}
	var seen = {_key_of(first): true}
	var looked = 0
	while not lanes.empty():
		looked += 1
		if looked > MOST_LOOKED_AT:
			return {"plan": null, "certain": false}
		var nearest = lanes.keys().min()
		var at = lanes[nearest].pop_back()
		if lanes[nearest].empty():
			lanes.erase(nearest)
		if _has_won(g, at):
			return {"plan": _without_detours(g, first, _path_to(at)), "certain": true}
		for action in g["actions"]:
			var next = _then(g, at, action)
			if next == null:
				continue
			var key = _key_of(next)
			if seen.has(key):
				continue
			seen[key] = true
			far = _distance(g, next)
			if far >= 0:
				if not lanes.has(far):
					lanes[far] = []
				lanes[far].append(next)
	return {"plan": null, "certain": g["whole"]}


func _path_to(at):
	var path = []
	while at["parent"] != null:
		path.push_front(at["action"])
		at = at["parent"]
	return path


func _without_detours(g, first, plan):
	var index = plan.size() - 1
	while index >= 0:
		var less = plan.duplicate()
		less.remove(index)
		var rest = _remains(g, first, less)
		if rest != null:
			plan = rest
		index = min(index, plan.size()) - 1
	return plan


# How many rounds of actions win if nothing is ever used up; -1: not even then.
func _distance(g, at):
	var have = at["counts"].duplicate()
	var open = at["open"].duplicate()
	var done = at["solved"].duplicate()
	var used = {}
	var rounds = 0
	while true:
		var news = false
		for fact in range(g["spots"].size()):
			var spot = g["spots"][fact]
			if spot["lift"] >= 0 and have[fact] > 0 and have[spot["lift"]] == 0 and open.has(spot["place"]):
				have[spot["lift"]] = 1
				news = true
		for goal in g["goals"]:
			if done.has(goal["area"]["name"]):
				continue
			for fact in goal["facts"]:
				var place = g["spots"][fact]["place"]
				if have[fact] > 0 and (place == "" or open.has(place)):
					done[goal["area"]["name"]] = true
					for name in goal["area"]["opens"]:
						open[name] = true
					news = true
					break
		if done.size() >= at["solved"].size() and _all_done(g, done):
			return rounds
		if news:
			continue
		var gained = []
		for index in range(g["actions"].size()):
			var action = g["actions"][index]
			if used.has(index) or (action["area"] != "" and not open.has(action["area"])):
				continue
			var able = true
			for fact in action["inputs"]:
				if have[fact] == 0:
					able = false
					break
			if able:
				used[index] = true
				for fact in action["outputs"]:
					if have[fact] == 0:
						gained.append(fact)
		if gained.empty():
			return -1
		for fact in gained:
			have[fact] = 1
		rounds += 1


func _all_done(g, done):
	for goal in g["goals"]:
		if not done.has(goal["area"]["name"]):
			return false
	return true
